/** A part of a page that is already markup. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (each) => entities[each] as string);

type Piece = Markup | string | number | null | readonly Markup[];
const textOf = (piece: Piece): string => {
  if (piece === null) return '';
  if (piece instanceof Markup) return piece.text;
  return Array.isArray(piece) ? piece.map((each: Markup) => each.text).join('') : escaped(String(piece));
};

/** Markup from a template; all values in it are escaped, unless they are markup. */
export function html(parts: TemplateStringsArray, ...pieces: Piece[]): Markup {
  return new Markup(parts.map((part, n) => (n === 0 ? '' : textOf(pieces[n - 1] as Piece)) + part).join(''));
}
