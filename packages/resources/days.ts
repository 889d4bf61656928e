/** Where the business is: its days and its papers carry China's time. */
export const CHINA = 'Asia/Shanghai';

const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: CHINA });
const DAY_MS = 86_400_000;

/** The day yyyy-MM-dd in China. */
export const chinaDay = (now: Date): string => calendar.format(now);

/** Days of China's calendar counted from the one that `now` falls into: 0 is today, 60 in two months. China keeps UTC+8 all year. */
export const chinaDays =
  (now: Date) =>
  (offset_days: number): string =>
    chinaDay(new Date(now.getTime() + offset_days * DAY_MS));
