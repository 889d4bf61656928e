import type { getInfoModel, ParamsOf, ReplyOf } from '@voltloop/contract';
import type { Ctx } from '../../../platform/ctx.ts';
import type { Things } from '../things/index.ts';
import { modelOf } from './select-points.ts';

/** The dictionary of an information model in the format of the contract. @throws notFound */
export async function readInfoModel(
  { things }: { things: Pick<Things, 'dictionary'> },
  { caller }: Ctx,
  params: ParamsOf<typeof getInfoModel>,
): Promise<ReplyOf<typeof getInfoModel>> {
  const { model } = await modelOf(things, caller, params.infoModelId);
  const { id, version, label, points, settings, faults } = model;
  return {
    id,
    version,
    label,
    points: points.map(({ id: _number, ...point }) => point),
    settings,
    faults: faults.map(({ code, advice, unit = '' }) => ({ code, advice, unit })),
  };
}
