import { useNavigate } from 'react-router';
import type { RowRequest } from './row-actions.tsx';
import type { Action, Row } from './views.ts';

/** The click handler of an action: navigates, or requests the action's component. */
export function useAct(onRequest: (request: RowRequest) => void) {
  const navigate = useNavigate();
  return (action: Action, rows: readonly Row[], title?: string) => {
    if ('to' in action) void navigate(action.to(rows));
    else onRequest({ what: 'action', action, ids: rows.map(({ id }) => id), title });
  };
}
