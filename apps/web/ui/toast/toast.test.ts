import { beforeEach, expect, it } from 'vitest';
import { toast, useToasts } from './toast.ts';

beforeEach(() => useToasts.setState({ toasts: [] }));

function undoable(text: string, log: string[]) {
  return toast.undoable(
    { text },
    { run: () => log.push(`undo ${text}`), otherwise: () => log.push(`do ${text}`) },
  );
}

it('runs the announced action only when the message closes', () => {
  const log: string[] = [];
  const id = undoable('a', log);
  expect(log).toEqual([]);
  toast.close(id);
  toast.close(id);
  expect(log).toEqual(['do a']);
});

it('runs undo instead, once', () => {
  const log: string[] = [];
  const id = undoable('a', log);
  toast.undo(id);
  toast.undo(id);
  toast.close(id);
  expect(log).toEqual(['undo a']);
});

it('still runs the action when other messages replace it', () => {
  const log: string[] = [];
  undoable('a', log);
  undoable('a', log);
  expect(log).toEqual(['do a']);
  for (const text of ['1', '2', '3', '4']) toast.info({ text });
  expect(log).toEqual(['do a', 'do a']);
  expect(useToasts.getState().toasts).toHaveLength(4);
});
