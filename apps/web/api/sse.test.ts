import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backOff_ms, eventReader } from './sse.ts';

const stream =
  ': hello\n\nevent: state\ndata: {"a":1}\n\nid: 7\nevent: frame\ndata: one\ndata: two\n\ndata:no space\r\n\r\nevent: empty\n\n';
const events = [
  { event: 'state', data: '{"a":1}', id: undefined },
  { event: 'frame', data: 'one\ntwo', id: '7' },
  { event: 'message', data: 'no space', id: '7' },
];

describe('reading server-sent events', () => {
  it('reads a whole stream', () => {
    expect(eventReader()(stream)).toEqual(events);
  });
  it('reads the same however the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: stream.length - 1 }), { maxLength: 12 }), (cuts) => {
        const read = eventReader();
        const ends = [...new Set(cuts), stream.length].sort((a, b) => a - b);
        let from = 0;
        const found = ends.flatMap((end) => {
          const piece = stream.slice(from, end);
          from = end;
          return read(piece);
        });
        expect(found).toEqual(events);
      }),
    );
  });
  it('waits for the end of an unfinished event', () => {
    const read = eventReader();
    expect(read('data: half')).toEqual([]);
    expect(read(' and half\n')).toEqual([]);
    expect(read('\n')).toEqual([{ event: 'message', data: 'half and half', id: undefined }]);
  });
});

describe('waiting before the next attempt', () => {
  it('doubles from a second to half a minute, a quarter up or down', () => {
    expect(backOff_ms(0, 0.5)).toBe(1000);
    expect(backOff_ms(3, 0.5)).toBe(8000);
    expect(backOff_ms(50, 0.5)).toBe(30_000);
    fc.assert(
      fc.property(fc.nat(60), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
        const wait = backOff_ms(attempt, random);
        return wait >= 750 && wait <= 37_500;
      }),
    );
  });
});
