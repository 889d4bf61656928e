import { codes } from '@voltloop/contract';
import type { Answer } from './whole-server.ts';

/** A source location, SQL, or an error message of Node or PostgreSQL. */
const INSIDE =
  /\bat .{1,200}:\d+:\d+|node_modules|\/apps\/server\/|syntax error at|relation "|violates|ECONN|RangeError|TypeError/;

/** The fault of a reply; null without one. A device that does not answer is not a fault of the server. */
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
