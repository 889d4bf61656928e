import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type DocumentKind, documentCalls, lineInput } from '@voltloop/resource-kit';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { lineKeyIn } from './line-problems.ts';
import { documentLines, type Line, type LinesData } from './queries.ts';
import { withUnsaved } from './unsaved.ts';
import { type FieldProblem, type Verdict, type Verdicts, verdictsOf } from './verdicts.ts';

/** Largest number of lines per request. */
const AT_ONCE = 1000;
const NONE: Verdicts = new Map();
const NO_LINES: readonly Line[] = [];
const NO_PROBLEMS: ReadonlyMap<string, FieldProblem> = new Map();

/**
 * The editable lines of a document: each change is shown at once and saved in the background; changes during a save are
 * batched into the next one.
 */
export function useLines(kind: string, id: string) {
  const client = useQueryClient();
  const options = documentLines(kind, id);
  const [verdicts, setVerdicts] = useState<Verdicts>(NONE);
  const [failed, setFailed] = useState<unknown>(null);
  /** Lines that can no longer be saved. */
  const [lost, setLost] = useState(NO_LINES);
  const [saving, setSaving] = useState(false);
  const [saves, setSaves] = useState(0);
  const waiting = useRef({ changed: new Map<string, Line>(), removed: new Set<string>() });
  /** All changes that the server has not confirmed: waiting, being sent, or refused. */
  const unsaved = useRef(new Map<string, Line | null>());
  /** Keys of unsaved lines that the server does not have. */
  const added = useRef(new Set<string>());
  /** Why lines were refused; kept until they are changed. */
  const refused = useRef(new Map<string, FieldProblem>());
  /** Why the last save failed. */
  const failure = useRef<unknown>(null);
  const running = useRef<Promise<void>>(null);
  const refetchDue = useRef(false);
  const found = useQuery({
    ...options,
    select: useCallback(
      (data: LinesData) =>
        unsaved.current.size > 0 ? { ...data, lines: withUnsaved(data.lines, unsaved.current) } : data,
      [],
    ),
  });

  /** Checks lines just saved; lines changed or removed meanwhile are checked after their own save. */
  const checkLines = useCallback(
    async (declared: DocumentKind, lines: readonly Line[]) => {
      const checked = lines.filter(({ code, lotNo }) => code || lotNo);
      if (checked.length === 0) return;
      const keys = checked.map(({ clientKey }) => clientKey);
      const fresh = await call(documentCalls(declared).check, { body: { id, keys } }).then(
        ({ problems, warnings, linesChecked }) => verdictsOf(problems, checked, warnings, linesChecked),
        // The line is saved; the check of the whole document decides whether it can be posted.
        () => new Map(keys.map((key): [string, Verdict] => [key, { tone: 'unchecked' }])),
      );
      setVerdicts(
        (before) =>
          new Map([
            ...before,
            ...keys.flatMap((key): [string, Verdict][] => {
              const verdict = fresh.get(key);
              return verdict && !unsaved.current.has(key) ? [[key, verdict]] : [];
            }),
          ]),
      );
    },
    [id],
  );

  /** Saves what waits, in one request. @returns whether the rest can be saved */
  const saveSome = useCallback(
    async (declared: DocumentKind): Promise<boolean> => {
      const { changed, removed } = waiting.current;
      const lines = [...changed.values()].slice(0, AT_ONCE);
      const remove = [...removed].slice(0, AT_ONCE);
      for (const { clientKey } of lines) changed.delete(clientKey);
      for (const key of remove) removed.delete(key);
      /** No scan is lost. */
      const keep = (of: readonly Line[]) => {
        for (const line of of)
          if (unsaved.current.get(line.clientKey) === line) changed.set(line.clientKey, line);
        for (const key of remove) if (unsaved.current.get(key) === null) removed.add(key);
      };
      try {
        const totals = await call(documentCalls(declared).saveLines, {
          body: { id, lines: lines.map((line) => lineInput(declared, line)), remove },
        });
        const sent: [string, Line | null][] = [
          ...lines.map((line): [string, Line] => [line.clientKey, line]),
          ...remove.map((key): [string, null] => [key, null]),
        ];
        const saved = new Map(sent.filter(([key, line]) => unsaved.current.get(key) === line));
        for (const key of saved.keys()) unsaved.current.delete(key);
        for (const { clientKey } of lines) added.current.delete(clientKey);
        client.setQueryData(
          options.queryKey,
          (now) =>
            now && { ...now, lines: withUnsaved(now.lines, saved), pieces: totals.pieces, kg: totals.kg },
        );
        // The save has changed the header that the page shows.
        if (totals.filled) await client.invalidateQueries({ queryKey: ['rows', kind, 'row', id] });
        failure.current = null;
        setFailed(null);
        setLost(NO_LINES);
        setSaves((now) => now + 1);
        const own = client
          .getQueryData(options.queryKey)
          ?.lines.filter(({ clientKey }) => !added.current.has(clientKey));
        // Another person has added or removed lines of the same draft, or a running fetch lacks the saved ones.
        if (
          (changed.size === 0 && removed.size === 0 && own?.length !== totals.count) ||
          client.isFetching({ queryKey: options.queryKey, exact: true }) > 0
        )
          refetchDue.current = true;
        void checkLines(declared, lines);
        return true;
      } catch (error) {
        const problems = error instanceof ApiError ? problemsOf(error.fields, lines) : NO_PROBLEMS;
        if (problems.size > 0) {
          for (const line of lines) {
            const problem = problems.get(line.clientKey);
            // A line that was changed meanwhile is sent again.
            if (problem && unsaved.current.get(line.clientKey) === line)
              refused.current.set(line.clientKey, problem);
          }
          keep(lines.filter(({ clientKey }) => !problems.has(clientKey)));
          setVerdicts((now) => new Map([...now, ...refusedBy(refused.current)]));
          // A code may be refused because another person has added it.
          refetchDue.current = true;
          return true;
        }
        failure.current = error;
        setFailed(error);
        if (!isClosed(error)) {
          keep(lines);
          return false;
        }
        // Another person has submitted or posted the document: it is shown as it is, and what it lacks is named.
        setLost([...unsaved.current.values()].filter((line) => line !== null));
        changed.clear();
        removed.clear();
        for (const each of [unsaved, added, refused]) each.current.clear();
        await client.invalidateQueries({ queryKey: ['rows', kind] });
        return false;
      }
    },
    [client, kind, id, options.queryKey, checkLines],
  );

  const saveAll = useCallback(
    async (declared: DocumentKind) => {
      const { changed, removed } = waiting.current;
      setSaving(true);
      let savable = true;
      while (savable && changed.size + removed.size > 0) savable = await saveSome(declared);
      running.current = null;
      setSaving(false);
      if (refetchDue.current) void client.invalidateQueries({ queryKey: options.queryKey });
      refetchDue.current = false;
    },
    [client, options.queryKey, saveSome],
  );

  /** Saves what waits. */
  const flush = useCallback(async () => {
    const data = client.getQueryData(options.queryKey);
    const { changed, removed } = waiting.current;
    if (data && changed.size + removed.size > 0) running.current ??= saveAll(data.declared);
    await running.current;
  }, [client, options.queryKey, saveAll]);

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
      for (const [key, line] of byKey) {
        waiting.current.changed.set(key, line);
        unsaved.current.set(key, line);
        refused.current.delete(key);
      }
      show((lines) => {
        const known = new Set(lines.map(({ clientKey }) => clientKey));
        for (const { clientKey } of changes) if (!known.has(clientKey)) added.current.add(clientKey);
        return [
          ...lines.map((line) => byKey.get(line.clientKey) ?? line),
          ...changes.filter(({ clientKey }) => !known.has(clientKey)),
        ];
      });
      setVerdicts((now) => new Map([...now].filter(([key]) => !byKey.has(key))));
      void flush();
    },
    [flush, show],
  );

  const remove = useCallback(
    (keys: readonly string[]) => {
      const removed = new Set(keys);
      for (const key of keys) {
        waiting.current.changed.delete(key);
        waiting.current.removed.add(key);
        unsaved.current.set(key, null);
        added.current.delete(key);
        refused.current.delete(key);
      }
      show((lines) => lines.filter(({ clientKey }) => !removed.has(clientKey)));
      void flush();
    },
    [flush, show],
  );

  const check = useCallback(async () => {
    const data = client.getQueryData(options.queryKey);
    if (!data) return null;
    const result = await call(documentCalls(data.declared).check, { body: { id } });
    // The server does not have the values that it has refused.
    const problems = result.problems.filter(({ path }) => !refused.current.has(lineKeyIn(path) ?? ''));
    setVerdicts(
      new Map([
        ...verdictsOf(result.problems, data.lines, result.warnings, result.linesChecked),
        ...refusedBy(refused.current),
      ]),
    );
    return { ...result, problems: [...refused.current.values(), ...problems] };
  }, [client, id, options.queryKey]);

  /** Waits until all changes are saved. @throws the error of those that cannot be */
  const settle = useCallback(async () => {
    await flush();
    const { changed, removed } = waiting.current;
    if (changed.size + removed.size > 0) throw failure.current;
    const problems = [...refused.current.values()];
    if (problems.length > 0) throw new ApiError(400, 0, '', problems);
  }, [flush]);

  // Retries changes that a lost connection has held back.
  useEffect(() => {
    const retry = () => void flush();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [flush]);

  return { found, verdicts, failed, lost, saving, saves, put, remove, check, settle, retry: flush };
}

/** Whether the document is no longer a draft. */
const isClosed = (error: unknown) =>
  error instanceof ApiError && error.fields.some(({ key }) => key === 'resource.notEditable');

/** Why the server refused to save lines, by their keys. It names a line by its key, or by its index in the request. */
const problemsOf = (fields: readonly FieldProblem[], lines: readonly Line[]) =>
  new Map(
    fields.flatMap((problem): [string, FieldProblem][] => {
      const [which = '', ...field] = problem.path.split('.').slice(1);
      const line = lines.find(({ clientKey }, index) => clientKey === which || String(index) === which);
      if (!line) return [];
      return [[line.clientKey, { ...problem, path: ['lines', line.clientKey, ...field].join('.') }]];
    }),
  );

/** Verdicts of lines that the server refused to save. */
const refusedBy = (problems: ReadonlyMap<string, FieldProblem>) => verdictsOf([...problems.values()], []);
