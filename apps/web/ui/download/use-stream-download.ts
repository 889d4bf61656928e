import { useRef, useState } from 'react';
import { streamFile } from '../../api/download-stream.ts';
import type { AnyRoute, CallOptions } from '../../api/send.ts';
import { notifyError } from '../toast/notify-error.ts';
import { toast } from '../toast/toast.ts';

export interface StreamDownload {
  /** Bytes received; null while no download runs. */
  bytes: number | null;
  /** Fetches a file; does nothing while a download runs. Returns whether it was saved; never throws. */
  start: <R extends AnyRoute>(
    route: R,
    call: CallOptions<R>,
    file: { fallbackName: string; large: boolean },
  ) => Promise<boolean>;
  cancel: () => void;
}

/** Update interval of the displayed progress, ms. */
const SHOW_EVERY_MS = 200;

/** A download of any size with progress and cancel. It continues when the page is left. */
export function useStreamDownload(): StreamDownload {
  const [bytes, setBytes] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  return {
    bytes,
    async start(route, call, { fallbackName, large }) {
      if (running.current) return false;
      const abort = new AbortController();
      running.current = abort;
      setBytes(0);
      let shown = 0;
      const onBytes = (now: number) => {
        const at = performance.now();
        if (at - shown < SHOW_EVERY_MS) return;
        shown = at;
        setBytes(now);
      };
      try {
        const got = await streamFile(route, call, { fallbackName, large, onBytes, signal: abort.signal });
        if (got === 'saved') return true;
        toast[got.tone](got.text === null ? { ns: 'errors', key: 'busy' } : { text: got.text });
      } catch (error) {
        notifyError(error);
      } finally {
        running.current = null;
        setBytes(null);
      }
      return false;
    },
    cancel: () => running.current?.abort(),
  };
}
