export { MovesList } from './moves-list.tsx';
export { PlaceName } from './place-name.tsx';
export { itemPage } from './queries.ts';
