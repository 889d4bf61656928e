import { useNavigate } from 'react-router';
import type { Asked } from './row-actions.tsx';
import type { Action, Row } from './views.ts';

/** What pressing the button of an action does: it leads somewhere, or asks for what it puts into the page. */
export function useAct(onAsk: (asked: Asked) => void) {
  const navigate = useNavigate();
  return (action: Action, rows: readonly Row[], title?: string) => {
    if ('to' in action) void navigate(action.to(rows));
    else onAsk({ what: 'action', action, ids: rows.map(({ id }) => id), title });
  };
}
