/** One or two letters for the round picture: 'Anna Berg' gives AB, 王小明 gives 王. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s_.-]+/)
    .filter(Boolean);
  const first = [...(words[0] ?? '?')][0] ?? '?';
  if (/[\u3400-\u9fff]/.test(first)) return first;
  const second = words[1] ? [...words[1]][0] : '';
  return (first + (second ?? '')).toUpperCase();
}
