/** Pure: ranks items by how well they match the typed words. */

/** How well `text` matches `search`, ignoring case: larger is better, 0 is no match. */
export function score(text: string, search: string): number {
  const at = fold(text);
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return 1;
  let sum = 0;
  for (const word of words) {
    const one = scoreWord(at, word);
    if (one === 0) return 0;
    sum += one;
  }
  return sum / words.length;
}

function scoreWord(text: string, word: string): number {
  if (text === word) return 5;
  if (text.startsWith(word)) return 4;
  const place = text.indexOf(word);
  if (place > 0) return /[\s\-_/.:·()]/.test(text[place - 1] ?? '') ? 3 : 2;
  // The letters in their order, each at most once: 'dl' finds 'Device List'.
  let from = 0;
  for (const letter of word) {
    const next = text.indexOf(letter, from);
    if (next < 0) return 0;
    from = next + letter.length;
  }
  return 1;
}

/** Lower case in half width without accents, so that 'Muller' finds 'Müller'. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}

/** Matching items, best first; equal matches stay in their order. Both `name` and `also` are searched. */
export function rank<T extends { name: string; also?: string }>(items: readonly T[], search: string): T[] {
  return items
    .map((item) => ({
      item,
      fit: Math.max(score(item.name, search), item.also ? score(item.also, search) * 0.9 : 0),
    }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit)
    .map(({ item }) => item);
}
