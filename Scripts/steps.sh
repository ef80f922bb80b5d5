# What Scripts/test and the shards share: steps with their times, limits of whole runs, and what failed. Sourced by them.

times_file=$(mktemp)
step_name='' step_begin=0 step_processor=0 processor=0
trap 'rm -f "$times_file"' EXIT

# Prints the name of a step, after what the step before it took.
step() {
  step_end
  processor_time
  step_name=$* step_begin=$SECONDS step_processor=$processor
  printf '\n== %s\n' "$step_name"
}

step_end() {
  [ -n "$step_name" ] || return 0
  processor_time
  printf '== %d s, %d s of the processor (%d s in all): %s\n' \
    $((SECONDS - step_begin)) $((processor - step_processor)) "$SECONDS" "$step_name"
  step_name=''
}

# Sets `processor`: the seconds of processor time of this shell's children that have ended.
processor_time() {
  local user system
  # Not in a subshell, which has no such children. The last line is theirs: 1m2.345s 0m1.234s.
  times >"$times_file"
  read -r user system < <(tail -n 1 "$times_file")
  processor=$(($(seconds_of "$user") + $(seconds_of "$system")))
}

seconds_of() {
  local seconds=${1#*m}
  echo $((${1%%m*} * 60 + ${seconds%%[.,]*}))
}

# The processes that a process started, and those that these started, innermost first.
descendants() {
  local child
  for child in $(pgrep -P "$1" || true); do
    descendants "$child"
    echo "$child"
  done
}

# Runs a command for at most so many minutes: tests that hang then end with the stacks of their threads.
within() {
  local minutes=$1 code=0 watcher
  shift
  if ! command -v pgrep >/dev/null; then "$@"; return; fi
  (
    sleep $((minutes * 60)) >/dev/null 2>&1
    echo "No end after $minutes minutes: $*" >&2
    for process in $(descendants $$); do
      case "$(ps -o args= -p "$process")" in *.xctest*) kill -ABRT "$process" || true ;; esac
    done
    sleep 90 >/dev/null 2>&1
    for process in $(descendants $$); do
      if [ "$process" != "${BASHPID:-}" ]; then kill -KILL "$process" 2>/dev/null || true; fi
    done
  ) &
  watcher=$!
  "$@" || code=$?
  # The shell before its sleep, which would wake it.
  kill "$watcher" $(descendants "$watcher") 2>/dev/null || true
  wait "$watcher" 2>/dev/null || true
  return "$code"
}

# Runs tests and, where some fail, says at the end which: the lines of a failure are lost among those of thousands of tests.
# What only says that a test began or passed, or that a planted fault was found, is not printed.
#
# Tests make and sync many small stores. In memory that takes half the time (contract of the backends: 26 s, on disk 48).
# With `on_disk=true` the disk has them, as where little memory is to be had.
tests() {
  local code=0 log folder=''
  log=$(mktemp)
  if [ "${on_disk:-false}" = false ] && has_space_in_memory; then
    folder=$(mktemp -d /dev/shm/XXXXXX)
    # As /tmp is: servers that tests start run as other users.
    chmod 1777 "$folder"
  fi
  TMPDIR=${folder:-${TMPDIR:-/tmp}} "$@" 2>&1 | tee "$log" |
    awk '/ Test run with [0-9]/ { print; fflush(); next } /^(◇|✔|━|↳ The condition)|^Test (Case|Suite) / { next } { print; fflush() }' || code=$?
  if [ "$code" -ne 0 ]; then
    printf '\n== What failed in: %s\n' "$*"
    # A known issue is a failure that its test asks for.
    grep -v -E '^(━|◇|✔)' "$log" | grep -E -A 3 '^✘|error: |Fatal error|SUMMARY: ' | tail -n 60 || true
    unended "$log"
  fi
  rm -f "$log"
  if [ -n "$folder" ]; then rm -rf "$folder"; fi
  return "$code"
}

# Prints the tests that began and did not end, as a log says: those in which a run hung, or that it was ended in.
unended() {
  awk '
    match($0, /^[^ ]+ Test ("[^"]*"|[^ ]+\(\)) (with [0-9]+ test cases? )?(started|passed|failed)/) {
      name = substr($0, RSTART, RLENGTH)
      sub(/^[^ ]+ Test /, "", name)
      sub(/( with [0-9]+ test cases?)? [a-z]+$/, "", name)
      running[name] += / started\.$/ ? 1 : -1
    }
    match($0, /^Test Case .*\047 (started|passed|failed|skipped)/) {
      split($0, parts, "\047")
      running[parts[2]] += / started/ ? 1 : -1
    }
    END { for (name in running) if (running[name] > 0) print "Began and did not end: " name }
  ' "$1" | sort
}

# True with 4 GiB to spare.
has_space_in_memory() {
  local free
  free=$(df --output=avail -k /dev/shm 2>/dev/null | tail -n 1) && [ "${free:-0}" -gt 4194304 ]
}

# Ends with what to install unless all of these tools are there or can be installed.
needs() {
  Scripts/setup "$@" || {
    echo "This check needs: $*. 'Scripts/setup $*' installs it where apt-get or Homebrew is there." >&2
    exit 69
  }
}
