import { useQuery } from '@tanstack/react-query';
import type { RunBalance } from '@voltloop/contract/calls/works.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import type { ChartColor } from '../../ui/chart/chart-colors.ts';
import { sankey } from '../../ui/chart/sankey.ts';
import { useFormat } from '../../ui/index.ts';
import { documentLines } from '../documents/index.ts';
import type { Row } from '../resources/index.ts';
import { type RunFlows, runFlows } from './run-flows.ts';

const UNIT = 'kg';
const colors: Record<RunFlows['nodes'][number]['kind'], ChartColor> = {
  in: 1,
  pieces: 1,
  added: 4,
  run: 7,
  out: 2,
  residue: 3,
  loss: 6,
  water: 8,
  difference: 5,
  allowed: 6,
  balanced: 6,
};

/** The balance of a run as a Sankey diagram. */
export default function RunSankey({ row, balance }: { row: Row; balance: RunBalance }) {
  const { t } = useTranslation('works');
  const { language } = useFormat();
  const { data } = useQuery(documentLines('recyclingRun', row.id));
  const drawing = useMemo(() => {
    if (!data) return null;
    const { nodes, flows } = runFlows(data.lines, balance);
    const words = ({ kind, label, count }: (typeof nodes)[number]) => {
      if (label) return label;
      if (kind === 'run') return optionLabel('recyclingStep', String(row.preset), languageOf(language));
      return kind === 'pieces' ? t('flow.pieces', { count }) : t(`balance.${kind as 'loss'}`);
    };
    return sankey({
      nodes: nodes.map((node) => ({ key: node.key, label: words(node), color: colors[node.kind] })),
      flows,
      names: { from: t('flow.from'), to: t('flow.to'), value: t('flow.mass') },
      unit: UNIT,
      language,
    });
  }, [data, balance, row.preset, language, t]);
  return drawing && drawing.points.length > 1 ? (
    <Chart
      label={t('flow.title')}
      drawing={drawing}
      height={Math.min(420, 140 + drawing.points.length * 24)}
    />
  ) : null;
}
