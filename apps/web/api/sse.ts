/** One event of a `text/event-stream`. */
export interface ServerEvent {
  event: string;
  data: string;
  id: string | undefined;
}

/**
 * A reader for `text/event-stream` that takes the text in pieces as they arrive, however they are cut, and gives the
 * events that are complete (WHATWG HTML 9.2.6: lines end in LF, CRLF or CR; an empty line ends an event).
 */
export function eventReader(): (piece: string) => ServerEvent[] {
  let rest = '';
  let event = '';
  let data: string[] = [];
  let id: string | undefined;
  return (piece) => {
    const events: ServerEvent[] = [];
    rest += piece;
    // A CR at the very end may be the first half of a CRLF: leave it for the next piece.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length) events.push({ event: event || 'message', data: data.join('\n'), id });
        event = '';
        data = [];
        continue;
      }
      if (line.startsWith(':')) continue;
      const colon = line.indexOf(':');
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === 'event') event = value;
      else if (field === 'data') data.push(value);
      else if (field === 'id') id = value;
    }
    return events;
  };
}

/** Wait before attempt `n` (from 0), ms: doubles from 1 s to 30 s, with ± 25 % so that clients do not return together. */
export function backOff_ms(attempt: number, random: number = Math.random()): number {
  return Math.round(Math.min(30_000, 1000 * 2 ** attempt) * (0.75 + random / 2));
}
