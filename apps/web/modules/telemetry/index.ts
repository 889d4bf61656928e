export { cellValue, type SeriesRow, withGaps } from './gaps.ts';
export { type HistoryGroup, historyColumns, historyGroups, packsIn } from './history-columns.ts';
export { oneThing, type ThingOfModel, withTimeout } from './queries.ts';
export { isStale, useMinute } from './staleness.ts';
export { type Dictionary, type Point, type Setting, useDictionary } from './use-dictionary.ts';
