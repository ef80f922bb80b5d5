// What all pages share: the colours chosen on a page of the reference, and `/` for the search. On the search page, the search.
const scheme = localStorage.getItem("developer.setting.preferredColorScheme");
if (scheme === "light" || scheme === "dark") document.documentElement.style.colorScheme = scheme;

const searchPage = new URL("search.html", document.currentScript.src);
const input = document.querySelector("input[type=search]");
addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.tagName === "INPUT" || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  if (input) input.select(); else location.href = searchPage;
});
if (input) startSearch();

// An entry is a page or one of its sections: [address, title, page or module, text].
async function startSearch() {
  const status = document.querySelector("[role=status]"), list = document.querySelector("#results");
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const answer = await fetch("search-index.json");
  const entries = (await answer.json()).map(([url, title, place, text]) => ({
    url, title, place, text, name: fold(title), where: fold(place), words: fold(text),
  }));

  // Every word must occur. A title counts more than the page's name, and that more than the text.
  function score(entry, words, phrase) {
    let sum = entry.name === phrase ? 100 : entry.name.includes(phrase) ? 20 : 0;
    for (const word of words) {
      const at = entry.name.indexOf(word);
      if (at === 0 || (at > 0 && /[^\p{L}\p{N}]/u.test(entry.name[at - 1]))) sum += 30;
      else if (at > 0) sum += 15;
      else if (entry.where.includes(word)) sum += 8;
      else if (entry.words.includes(word)) sum += 4;
      else return 0;
    }
    return entry.name.includes(words[0]) ? sum - entry.name.length / 100 : sum;
  }

  function snippet(entry, words) {
    const at = Math.max(0, Math.min(...words.map((word) => entry.words.indexOf(word)).filter((at) => at >= 0), Infinity));
    const from = at > 60 && at < Infinity ? entry.text.indexOf(" ", at - 60) + 1 : 0;
    const part = document.createElement("p");
    const pattern = new RegExp(`(${words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|")})`, "giu");
    const end = from + 180 < entry.text.length ? entry.text.lastIndexOf(" ", from + 180) : entry.text.length;
    const shown = (from ? "… " : "") + entry.text.slice(from, end) + (end < entry.text.length ? " …" : "");
    part.append(...shown.split(pattern).map((piece, index) => {
      if (index % 2 === 0) return piece;
      const mark = document.createElement("mark");
      mark.textContent = piece;
      return mark;
    }));
    return part;
  }

  function show() {
    const phrase = fold(input.value.trim()), words = phrase.split(/\s+/).filter(Boolean);
    history.replaceState(null, "", words.length ? `?q=${encodeURIComponent(input.value.trim())}` : location.pathname);
    const found = words.length === 0 ? [] : entries.map((entry) => [score(entry, words, phrase), entry])
      .filter(([points]) => points > 0).sort(([a], [b]) => b - a).map(([, entry]) => entry);
    status.textContent = words.length === 0 ? `${entries.length} places to look in.`
      : found.length > 50 ? `${found.length} found; the best 50:` : `${found.length} found.`;
    list.replaceChildren(...found.slice(0, 50).map((entry) => {
      const item = document.createElement("li"), link = document.createElement("a"), place = document.createElement("small");
      link.href = entry.url;
      link.textContent = entry.title;
      place.textContent = entry.place;
      item.append(link, " ", place, snippet(entry, words));
      return item;
    }));
  }

  input.addEventListener("input", show);
  input.form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const stops = [input, ...list.querySelectorAll("a")];
    const next = stops[stops.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1)];
    if (next) { event.preventDefault(); next.focus(); }
  });
  show();
}
