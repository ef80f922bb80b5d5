// The scripts, each of which asks the program's `__complete` and hands over what it answers.

extension ShellName {
  /// The script with which the shell completes command lines of a program, whose name is letters, digits and `_`.
  package func completionScript(of program: String) -> String {
    let script =
      switch self {
      case .bash: Self.bashScript
      case .zsh: Self.zshScript
      case .fish: Self.fishScript
      }
    return script.replacing("PROGRAM", with: program)
  }

  // compopt is missing in bash 3.2, which macOS has: there, a space follows each word.
  private static let bashScript = #"""
    # Completions of PROGRAM for bash.
    _PROGRAM() {
      local kind line lines=()
      COMPREPLY=()
      while IFS='' read -r line; do
        lines+=("$line")
      done < <("$1" __complete bash --type "$COMP_TYPE" --word-breaks "$COMP_WORDBREAKS" -- \
        "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
      [ "${#lines[@]}" -gt 0 ] || return 0
      kind=${lines[0]}
      COMPREPLY=("${lines[@]:1}")
      case $kind in
        files*)
          compopt -o default 2>/dev/null ||
            while IFS='' read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$2")
          ;;
        directories*)
          compopt -o filenames 2>/dev/null
          while IFS='' read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$2")
          ;;
        *)
          case ${COMPREPLY[0]} in *[:=.]) compopt -o nospace 2>/dev/null ;; esac
          ;;
      esac
      return 0
    }
    complete -o nosort -F _PROGRAM PROGRAM 2>/dev/null || complete -F _PROGRAM PROGRAM

    """#

  private static let zshScript = #"""
    #compdef PROGRAM
    # Completions of PROGRAM for zsh.
    _PROGRAM() {
      local -a lines whole open
      local line word kind
      lines=("${(@f)$("${(Q)words[1]}" __complete zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
      kind=$lines[1]
      for line in "${(@)lines[2,-1]}"; do
        word=${line%%$'\t'*}
        word=${word//\\/\\\\}
        word=${word//:/\\:}
        [[ $line == *$'\t'* ]] && line="$word:${line#*$'\t'}" || line=$word
        if [[ $word == *(:|=|.) ]]; then open+=("$line"); else whole+=("$line"); fi
      done
      (( $#whole )) && _describe -V -t words 'word' whole
      (( $#open )) && _describe -V -t openings 'beginning' open -S ''
      case $kind in
        files*)
          [[ -n ${kind#files } ]] && compset -P "${(b)kind#files }"
          _files
          ;;
        directories*)
          [[ -n ${kind#directories } ]] && compset -P "${(b)kind#directories }"
          _files -/
          ;;
      esac
    }
    if [ "${funcstack[1]}" = _PROGRAM ]; then
      _PROGRAM "$@"
    else
      compdef _PROGRAM PROGRAM
    fi

    """#

  private static let fishScript = #"""
    # Completions of PROGRAM for fish.
    function __PROGRAM_complete
        set -l words (commandline -opc)
        set -l typed (commandline -ct)
        set -l lines ($words[1] __complete fish -- $words[2..-1] "$typed" 2>/dev/null)
        for line in $lines[2..-1]
            echo $line
        end
        set -l kind (string split -m 1 ' ' -- "$lines[1]")
        set -l rest (string sub -s (math (string length -- "$kind[2]") + 1) -- "$typed")
        switch "$kind[1]"
            case files
                for path in (__fish_complete_path "$rest")
                    echo "$kind[2]$path"
                end
            case directories
                for path in (__fish_complete_directories "$rest" '')
                    echo "$kind[2]$path"
                end
        end
    end
    complete -c PROGRAM -e
    complete -c PROGRAM -f -k -a '(__PROGRAM_complete)'

    """#
}
