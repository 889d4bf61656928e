import { codes } from '@voltloop/contract';
import type { Answer } from './whole-server.ts';

/** A place in code, SQL, or an error of Node or PostgreSQL by its own words. */
const INSIDE =
  /\bat .{1,200}:\d+:\d+|node_modules|\/apps\/server\/|syntax error at|relation "|violates|ECONN|RangeError|TypeError/;

/** What is wrong with a reply; null when nothing is. A device that does not answer is the device's fault, not ours. */
export function faultOf({ status, text, json }: Answer): string | null {
  const silentDevice = json?.code === codes.noAnswer.code && status === codes.noAnswer.status;
  if (status >= 500 && !silentDevice) return `${status} ${text.slice(0, 300)}`;
  if (status < 400) return null;
  if (INSIDE.test(text)) return `it exposes internals: ${text.slice(0, 300)}`;
  const shaped =
    typeof json?.code === 'number' &&
    json.code > 0 &&
    typeof json.message === 'string' &&
    json.result === false;
  return shaped ? null : `no envelope: ${status} ${text.slice(0, 300)}`;
}
