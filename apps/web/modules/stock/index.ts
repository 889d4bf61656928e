export { Claimed } from './claimed.tsx';
export { ConditionBadge } from './condition-badge.tsx';
export { MovesList } from './moves-list.tsx';
export { PlaceName } from './place-name.tsx';
export { allContents, contentsPage, itemPage, oneStore } from './queries.ts';
export { TracePanel } from './trace-panel.tsx';
export { useAmounts } from './use-amounts.ts';
