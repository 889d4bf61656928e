import type { Trace } from '@voltloop/contract/calls/works.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../ui/chart/chart.tsx';
import type { ChartColor } from '../../ui/chart/chart-colors.ts';
import { sankey } from '../../ui/chart/sankey.ts';
import { useFormat } from '../../ui/index.ts';
import { traceFlows } from './trace-flows.ts';

const UNIT = 'kg';
const colors: Readonly<Record<string, ChartColor>> = {
  item: 1,
  run: 7,
  outside: 4,
  stock: 2,
  location: 2,
  loss: 6,
  added: 3,
  unknown: 5,
};

/** The trace of every kilogram as a Sankey diagram. */
export default function TraceSankey({ id, trace }: { id: string; trace: Trace }) {
  const { t } = useTranslation('stock');
  const { language } = useFormat();
  const drawing = useMemo(() => {
    const { nodes, flows } = traceFlows(trace, id);
    const words = ({ kind, label, count }: (typeof nodes)[number]) => {
      const what =
        kind === 'item' ? t('trace.what') : t(`place.${kind}` as 'place.outside', { defaultValue: kind });
      return label || (count > 1 ? t('trace.many', { count, what }) : what);
    };
    return sankey({
      nodes: nodes.map((node) => ({ key: node.key, label: words(node), color: colors[node.kind] ?? 6 })),
      flows,
      names: { from: t('trace.flowFrom'), to: t('trace.flowTo'), value: t('trace.kg') },
      unit: UNIT,
      decimals: 1,
      language,
    });
  }, [trace, id, t, language]);
  return (
    <Chart
      label={t('trace.flow')}
      drawing={drawing}
      height={Math.min(460, 120 + drawing.points.length * 26)}
    />
  );
}
