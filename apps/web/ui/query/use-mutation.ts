// biome-ignore lint/style/noRestrictedImports: the only use of the original
import { useMutation as useMutationOfLibrary } from '@tanstack/react-query';
import { useMemo } from 'react';
import { joinRunning } from './join-running.ts';

/**
 * TanStack's `useMutation`, without its gap: `isPending` is rendered a task after the call, so that the second click of
 * a double click would send again. While a call is running, `mutate` does nothing, and `mutateAsync` returns the result
 * of the running call.
 */
export const useMutation: typeof useMutationOfLibrary = (options, client) => {
  const mutation = useMutationOfLibrary(options, client);
  const { mutateAsync: start } = mutation;
  const mutateAsync = useMemo(() => joinRunning(start), [start]);
  const mutate = useMemo<typeof mutation.mutate>(
    // The mutation's own state and callbacks report the error.
    () =>
      (...args) =>
        void mutateAsync(...args).catch(() => {}),
    [mutateAsync],
  );
  return { ...mutation, mutate, mutateAsync };
};
