/** The day yyyy-MM-dd in China, where the business is. */
export const chinaDay = (now: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(now);
