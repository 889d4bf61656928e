import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type DocumentKind, documentCalls } from '@voltloop/resource-kit';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { documentLines, type Line } from './queries.ts';
import { type FieldProblem, type Verdict, type Verdicts, verdictsOf } from './verdicts.ts';

/** Largest number of lines per request. */
const AT_ONCE = 1000;
const NONE: Verdicts = new Map();

/**
 * The editable lines of a document: each change is shown at once and saved in the background; changes during a save are
 * batched into the next one.
 */
export function useLines(kind: string, id: string) {
  const client = useQueryClient();
  const options = documentLines(kind, id);
  const found = useQuery(options);
  const [verdicts, setVerdicts] = useState<Verdicts>(NONE);
  const [failed, setFailed] = useState<unknown>(null);
  const [saving, setSaving] = useState(false);
  const [saves, setSaves] = useState(0);
  const waiting = useRef({ changed: new Map<string, Line>(), removed: new Set<string>() });
  const busy = useRef(false);
  const refetchDue = useRef(false);

  /** Checks lines just saved; lines changed or removed meanwhile are checked after their own save. */
  const checkLines = useCallback(
    async (declared: DocumentKind, lines: readonly Line[]) => {
      const checked = lines.filter(({ code, lotNo }) => code || lotNo);
      if (checked.length === 0) return;
      const keys = checked.map(({ clientKey }) => clientKey);
      try {
        const { problems, warnings } = await call(documentCalls(declared).check, { body: { id, keys } });
        const now = new Map(
          client.getQueryData(options.queryKey)?.lines.map((line) => [line.clientKey, line]),
        );
        const fresh = verdictsOf(problems, checked, warnings);
        setVerdicts(
          (before) =>
            new Map([
              ...before,
              ...checked.flatMap((line): [string, Verdict][] => {
                const verdict = fresh.get(line.clientKey);
                return verdict && now.get(line.clientKey) === line ? [[line.clientKey, verdict]] : [];
              }),
            ]),
        );
      } catch {
        // The line is saved; the check of the whole document decides whether it can be posted.
      }
    },
    [client, id, options.queryKey],
  );

  const flush = useCallback(async () => {
    const data = client.getQueryData(options.queryKey);
    const { changed, removed } = waiting.current;
    if (busy.current || !data) return;
    if (changed.size === 0 && removed.size === 0) {
      if (refetchDue.current) void client.invalidateQueries({ queryKey: options.queryKey });
      refetchDue.current = false;
      return;
    }
    busy.current = true;
    setSaving(true);
    const lines = [...changed.values()].slice(0, AT_ONCE);
    const remove = [...removed].slice(0, AT_ONCE);
    for (const { clientKey } of lines) changed.delete(clientKey);
    for (const key of remove) removed.delete(key);
    try {
      const totals = await call(documentCalls(data.declared).saveLines, {
        body: { id, lines, remove },
      });
      client.setQueryData(options.queryKey, (now) =>
        now ? { ...now, pieces: totals.pieces, kg: totals.kg } : now,
      );
      // The save has changed the header that the page shows.
      if (totals.filled) await client.invalidateQueries({ queryKey: ['rows', kind, 'row', id] });
      setFailed(null);
      setSaves((now) => now + 1);
      void checkLines(data.declared, lines);
    } catch (error) {
      if (error instanceof ApiError && error.fields.length > 0) {
        const { fields } = error;
        setVerdicts((now) => new Map([...now, ...refusedBy(fields, lines)]));
      } else {
        // Kept for the retry: no scan is lost.
        for (const line of lines) if (!changed.has(line.clientKey)) changed.set(line.clientKey, line);
        for (const key of remove) removed.add(key);
        setFailed(error);
        busy.current = false;
        setSaving(false);
        return;
      }
    }
    busy.current = false;
    setSaving(false);
    void flush();
  }, [client, kind, id, options.queryKey, checkLines]);

  const show = useCallback(
    (change: (lines: readonly Line[]) => Line[]) => {
      // A running fetch does not include this change: refetch once the change is saved.
      if (client.isFetching({ queryKey: options.queryKey, exact: true }) > 0) {
        refetchDue.current = true;
        void client.cancelQueries({ queryKey: options.queryKey, exact: true });
      }
      client.setQueryData(options.queryKey, (now) => (now ? { ...now, lines: change(now.lines) } : now));
    },
    [client, options.queryKey],
  );

  /** Adds or changes lines, by their keys. */
  const put = useCallback(
    (changes: readonly Line[]) => {
      const byKey = new Map(changes.map((line) => [line.clientKey, line]));
      show((lines) => {
        const known = new Set(lines.map(({ clientKey }) => clientKey));
        return [
          ...lines.map((line) => byKey.get(line.clientKey) ?? line),
          ...changes.filter(({ clientKey }) => !known.has(clientKey)),
        ];
      });
      for (const line of changes) waiting.current.changed.set(line.clientKey, line);
      setVerdicts((now) => new Map([...now].filter(([key]) => !byKey.has(key))));
      void flush();
    },
    [flush, show],
  );

  const remove = useCallback(
    (keys: readonly string[]) => {
      const removed = new Set(keys);
      show((lines) => lines.filter(({ clientKey }) => !removed.has(clientKey)));
      for (const key of keys) {
        waiting.current.changed.delete(key);
        waiting.current.removed.add(key);
      }
      void flush();
    },
    [flush, show],
  );

  const check = useCallback(async () => {
    const data = client.getQueryData(options.queryKey);
    if (!data) return null;
    const result = await call(documentCalls(data.declared).check, { body: { id } });
    setVerdicts(verdictsOf(result.problems, data.lines, result.warnings));
    return result;
  }, [client, id, options.queryKey]);

  // Retries changes that a lost connection has held back.
  useEffect(() => {
    const retry = () => void flush();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [flush]);

  return { found, verdicts, failed, saving, saves, put, remove, check, retry: flush };
}

/** Verdicts of lines that the server refused to save. */
const refusedBy = (fields: readonly FieldProblem[], lines: readonly Line[]) =>
  [...verdictsOf(fields, lines)].filter(([, { tone }]) => tone !== 'good');
