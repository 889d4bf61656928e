export { DifferenceList } from './difference-list.tsx';
export { loadOwnerCard } from './owner-control/load-owner-card.ts';
export {
  differencesOf,
  editable,
  foldPacks,
  isOfPack,
  keyFor,
  presentOf,
  readTyped,
  same,
  splitKey,
  type Typed,
  typedOf,
  type Values,
  worstRisk,
} from './param-edit.ts';
export { SettingsFoot } from './settings-foot.tsx';
export { labelOf, ValuesEditor } from './values-editor.tsx';
