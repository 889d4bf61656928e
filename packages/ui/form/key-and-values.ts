/** A key of a catalogue, and the values that its text names: `check.range?min=1&max=5`. */
export function keyAndValues(said: string): { key: string; values: Record<string, string> } {
  const at = said.indexOf('?');
  if (at < 0) return { key: said, values: {} };
  return { key: said.slice(0, at), values: Object.fromEntries(new URLSearchParams(said.slice(at + 1))) };
}
