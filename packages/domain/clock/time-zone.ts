/** Whether the runtime knows an IANA time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // Intl accepts offsets such as +02:00, which have no daylight saving; PostgreSQL would read their sign the other
    // way.
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}
