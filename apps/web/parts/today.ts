/** Today where the reader is, yyyy-MM-dd: a battery cannot have been made later. */
export function localToday(now = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
