import { discardFile, uploadFile } from '@voltloop/contract/calls/files.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { upload } from '../../api/upload.ts';

/** A running upload. */
export interface Sending {
  id: number;
  file: File;
  /** Uploaded share, 0 to 1. */
  share: number;
  state: 'sending' | 'failed';
}

export interface Uploads {
  sending: readonly Sending[];
  /** Uploads a file; the outcome is reported by `onDone` and `onFailed`. */
  start(file: File): void;
  retry(id: number): void;
  /** Cancels a running upload, or removes a failed one. */
  cancel(id: number): void;
  /** Deletes an upload that is no longer needed. */
  discard(address: string): void;
}

let made = 0;

/**
 * Uploads files one after the other, with progress and cancel. A response without a URL is a failure (specification
 * section 7).
 */
export function useUploads(callbacks: {
  onDone: (address: string, file: File) => void;
  /** True removes the file; otherwise it can be retried. */
  onFailed: (error: unknown, file: File) => boolean;
}): Uploads {
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const line = useRef<Promise<void>>(Promise.resolve());
  const uploaded = useRef(new Set<string>());
  const latest = useRef(callbacks);
  latest.current = callbacks;

  useEffect(() => {
    const open = running.current;
    return () => {
      for (const controller of open.values()) controller.abort();
      open.clear();
    };
  }, []);

  const change = useCallback((id: number, next: Partial<Sending>) => {
    setSending((list) => list.map((each) => (each.id === id ? { ...each, ...next } : each)));
  }, []);
  const forget = useCallback((id: number) => {
    setSending((list) => list.filter((each) => each.id !== id));
  }, []);

  const send = useCallback(
    (id: number, file: File) => {
      const controller = new AbortController();
      running.current.set(id, controller);
      line.current = line.current.then(async () => {
        const { signal } = controller;
        if (signal.aborted) return;
        try {
          const onProgress = (sent: number, total: number) =>
            change(id, { share: total > 0 ? sent / total : 0 });
          const address = await upload(uploadFile, file, { signal, onProgress });
          if (!address) throw new Error('the reply has no address');
          if (signal.aborted) return;
          forget(id);
          uploaded.current.add(address);
          latest.current.onDone(address, file);
        } catch (error) {
          if (signal.aborted) return;
          if (latest.current.onFailed(error, file)) forget(id);
          else change(id, { state: 'failed' });
        } finally {
          running.current.delete(id);
        }
      });
    },
    [change, forget],
  );

  return {
    sending,
    start(file) {
      const id = ++made;
      setSending((list) => [...list, { id, file, share: 0, state: 'sending' }]);
      send(id, file);
    },
    retry(id) {
      const one = sending.find((each) => each.id === id);
      if (one?.state !== 'failed') return;
      change(id, { state: 'sending', share: 0 });
      send(id, one.file);
    },
    cancel(id) {
      running.current.get(id)?.abort();
      forget(id);
    },
    discard(address) {
      const fileId = address.split('/').at(-1);
      if (!uploaded.current.delete(address) || !fileId) return;
      // A file saved meanwhile cannot be deleted and stays; one not deleted now is deleted after a day.
      call(discardFile, { params: { id: fileId } }).catch(() => undefined);
    },
  };
}
