import type { getInfoModel, ParamsOf, ReplyOf } from '@voltloop/contract';
import { modelOf } from './select-points.ts';

/** The dictionary of an information model in the format of the contract. @throws notFound */
export function readInfoModel(params: ParamsOf<typeof getInfoModel>): ReplyOf<typeof getInfoModel> {
  const { id, version, label, points, settings, faults } = modelOf(params.infoModelId).model;
  return {
    id,
    version,
    label,
    points: points.map(({ id: _number, ...point }) => point),
    settings,
    faults: faults.map(({ code, advice, unit = '' }) => ({ code, advice, unit })),
  };
}
