import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { useToasts } from '../../ui/toast/toast.ts';
import { deleteLater, usePendingDeletes } from './pending-deletes.ts';

it('does nothing for an empty list (specification section 7)', () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  deleteLater('t', [], new QueryClient());
  expect(usePendingDeletes.getState().ids.size).toBe(0);
  expect(useToasts.getState().toasts).toEqual([]);
  expect(fetched).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
