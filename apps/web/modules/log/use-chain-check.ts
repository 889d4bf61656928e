import { type ChainStep, checkLog } from '@voltloop/contract/calls/log.ts';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';

/** Rows per request: about a fifth of a second of server time. */
const STEP = 10_000;

export interface ChainCheck {
  state: 'running' | 'done' | 'stopped';
  whole: number;
  linksOnly: number;
  left: number;
  last: ChainStep['last'];
  broken: ChainStep['broken'];
  error: unknown;
}

const begun: ChainCheck = {
  state: 'running',
  whole: 0,
  linksOnly: 0,
  left: 0,
  last: null,
  broken: null,
  error: null,
};

/** Verifies the chain step by step until it ends, breaks, fails or is stopped; leaving the page stops it. */
export function useChainCheck() {
  const [check, setCheck] = useState<ChainCheck | null>(null);
  const running = useRef<AbortController | null>(null);
  const stop = () => {
    running.current?.abort();
    running.current = null;
  };
  useEffect(() => stop, []);

  const start = async (anchor: { seq: number; hash: string } | null) => {
    stop();
    const abort = new AbortController();
    running.current = abort;
    let now = begun;
    const show = (next: Partial<ChainCheck>) => {
      now = { ...now, ...next };
      if (!abort.signal.aborted || next.state === 'stopped') setCheck(now);
    };
    show({});
    try {
      for (;;) {
        const step = await call(checkLog, {
          body: { after: now.last?.seq ?? 0, rows: STEP, ...(anchor && { anchor }) },
          signal: abort.signal,
        });
        show({
          state: step.done ? 'done' : 'running',
          whole: now.whole + step.whole,
          linksOnly: now.linksOnly + step.linksOnly,
          left: step.left,
          last: step.last,
          broken: step.broken,
        });
        if (step.done || abort.signal.aborted) break;
      }
    } catch (error) {
      show(abort.signal.aborted ? { state: 'stopped' } : { state: 'stopped', error });
    }
  };
  return { check, start, stop, forget: () => setCheck(null) };
}
