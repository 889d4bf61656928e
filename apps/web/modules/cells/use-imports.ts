import { type ImportedCurve, importCurve } from '@voltloop/contract/calls/testing.ts';
import type { QueryInputOf } from '@voltloop/contract/route.ts';
import { useEffect, useRef, useState } from 'react';
import { upload } from '../../api/upload.ts';

export interface FileState {
  key: number;
  file: File;
  state: 'waiting' | 'sending' | 'reading' | 'done' | 'failed';
  /** Uploaded share, 0 to 1. */
  share: number;
  result?: ImportedCurve;
  error?: unknown;
}

type Query = QueryInputOf<typeof importCurve>;

/** Imports files one after the other, each with its own progress and error. */
export function useImports() {
  const [files, setFiles] = useState<readonly FileState[]>([]);
  const [running, setRunning] = useState(false);
  const keys = useRef(0);
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);
  const change = (key: number, next: Partial<FileState>) =>
    setFiles((all) => all.map((each) => (each.key === key ? { ...each, ...next } : each)));

  const add = (chosen: readonly File[]) =>
    setFiles((all) => [
      ...all,
      ...chosen.map((file): FileState => ({ key: ++keys.current, file, state: 'waiting', share: 0 })),
    ]);
  const remove = (key: number) => setFiles((all) => all.filter((each) => each.key !== key));
  /** Uploads pending and failed files. */
  const run = async (query: Query) => {
    const left = files.filter(({ state }) => state === 'waiting' || state === 'failed');
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    setRunning(true);
    for (const { key, file } of left) {
      if (signal.aborted) break;
      change(key, { state: 'sending', share: 0 });
      try {
        const result = await upload(importCurve, file, {
          query,
          signal,
          onProgress: (sent, total) => {
            const share = total > 0 ? sent / total : 0;
            change(key, share < 1 ? { share } : { share, state: 'reading' });
          },
        });
        change(key, { state: 'done', share: 1, result });
      } catch (error) {
        change(key, signal.aborted ? { state: 'waiting', share: 0 } : { state: 'failed', error });
      }
    }
    setRunning(false);
  };
  return { files, running, add, remove, run, stop: () => stopping.current?.abort() };
}
