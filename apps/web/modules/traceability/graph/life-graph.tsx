import {
  IconBattery3,
  IconBox,
  IconBuilding,
  IconBuildingFactory2,
  IconCar,
  IconRecycle,
} from '@tabler/icons-react';
import type { Life, LifeNode } from '@voltloop/contract/calls/traceability.ts';
import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMayOpen } from '../../../context/may-open.ts';
import { type Bundle, bundle, partOf, type Way } from '../../../ui/chart/bundle.ts';
import { EmptyState } from '../../../ui/index.ts';
import { tracePath } from '../../resources/index.ts';
import { isTraced, recordPath } from '../paths.ts';
import { useLifeWords } from '../words.ts';
import { layout, type Placed } from './layout.ts';
import styles from './life-graph.module.css';

const WIDTH = 222;
const HEIGHT = 58;
const GAP_X = 44;
const GAP_Y = 14;

const icons: Record<LifeNode['kind'], ComponentType<{ size?: number; stroke?: number }>> = {
  battery: IconBattery3,
  lot: IconBox,
  vehicle: IconCar,
  source: IconBuildingFactory2,
  receiver: IconBuilding,
  run: IconRecycle,
};

const leftOf = ({ column }: Placed) => column * (WIDTH + GAP_X);
const topOf = ({ row }: Placed) => row * (HEIGHT + GAP_Y);

/** Origin and destination of goods, from left to right; similar nodes are bundled until opened. */
export function LifeGraph({ life, way }: { life: Life; way: Way }) {
  const { t } = useTranslation('traceability');
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const { bundles, links, placed, columns, rows } = useMemo(() => {
    const drawn = bundle(partOf(life, way), opened);
    const ids = drawn.bundles.map(({ id }) => id);
    return { ...drawn, ...layout(ids, drawn.links) };
  }, [life, way, opened]);
  const box = useRef<HTMLElement>(null);
  // Scrolls to the record, as the graph may be wider than the screen.
  useEffect(() => {
    const node =
      box.current?.querySelector<HTMLElement>('[data-subject]') ??
      box.current?.querySelector<HTMLElement>('[data-side="own"]');
    if (!box.current || !node) return;
    box.current.scrollLeft = node.offsetLeft - (box.current.clientWidth - node.offsetWidth) / 2;
    box.current.scrollTop = node.offsetTop - (box.current.clientHeight - node.offsetHeight) / 2;
  }, [way]);
  const at = new Map(placed.map((each) => [each.id, each]));
  const byId = new Map(bundles.map((each) => [each.id, each]));
  if (bundles.length === 0) return <EmptyState compact title={t('graph.none')} text={t('graph.noneText')} />;
  const toggle = (key: string) => setOpened((now) => new Set([...now, key]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be focusable
    <section ref={box} className={styles.box} aria-label={t('graph.label')} tabIndex={0}>
      <div
        className={styles.plane}
        style={{
          width: columns * (WIDTH + GAP_X) - GAP_X,
          height: rows * (HEIGHT + GAP_Y) - GAP_Y,
        }}
      >
        <svg className={styles.links} aria-hidden="true">
          {links.map(({ from, to }) => {
            const [a, b] = [at.get(from), at.get(to)];
            return a && b && <path key={`${from} ${to}`} d={curve(a, b)} />;
          })}
        </svg>
        <ol className="plain">
          {placed.map((each) => {
            const own = byId.get(each.id);
            return (
              own && (
                <li
                  key={each.id}
                  className={styles.node}
                  data-side={own.nodes[0]?.side}
                  data-kind={own.nodes[0]?.kind}
                  data-subject={own.nodes.some(({ record }) => record?.id === life.subject.id) || undefined}
                  style={{ left: leftOf(each), top: topOf(each), width: WIDTH, height: HEIGHT }}
                >
                  <NodeContent bundle={own} onOpen={toggle} />
                </li>
              )
            );
          })}
        </ol>
      </div>
    </section>
  );
}

/** From the right edge of one node to the left edge of the other. */
function curve(from: Placed, to: Placed): string {
  const [x1, y1] = [leftOf(from) + WIDTH, topOf(from) + HEIGHT / 2];
  const [x2, y2] = [leftOf(to), topOf(to) + HEIGHT / 2];
  const bend = Math.max(GAP_X / 2, (x2 - x1) / 2);
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}

function NodeContent({
  bundle: { nodes, key },
  onOpen,
}: {
  bundle: Bundle<LifeNode>;
  onOpen: (key: string) => void;
}) {
  const { t } = useTranslation('traceability');
  const words = useLifeWords();
  const mayOpen = useMayOpen();
  const [node] = nodes;
  if (!node) return null;
  const Icon = icons[node.kind];
  const title = key === null ? titleOf(node) : t(`graph.many.${node.kind}`, { count: nodes.length });
  const note = [
    words.state(node.kind, key === null || node.kind === 'lot' ? node.state : null),
    key === null ? node.day : null,
  ]
    .filter(Boolean)
    .join(' · ');
  const content = (
    <>
      <span className={styles.icon} aria-hidden="true">
        <Icon size={16} stroke={1.7} />
      </span>
      <span className={styles.text}>
        <span className={styles.title} title={title}>
          {title}
        </span>
        {note && <span className={styles.note}>{note}</span>}
      </span>
    </>
  );
  if (key !== null)
    return (
      <button type="button" className={styles.content} onClick={() => onOpen(key)} aria-expanded={false}>
        {content}
      </button>
    );
  const path = node.record && pathOf(node.record);
  return path && mayOpen(path) ? (
    <Link className={styles.content} to={path}>
      {content}
    </Link>
  ) : (
    <span className={styles.content}>{content}</span>
  );

  function titleOf({ kind, title: own, state, record }: LifeNode): string {
    if (own) return own;
    if (kind === 'source' || kind === 'receiver')
      return t(
        state === 'opening' ? 'graph.opening' : state === 'recycled' ? 'graph.recycled' : `graph.${kind}`,
      );
    return record ? t(`node.${kind}`) : t('node.hidden', { kind: t(`node.${kind}`) });
  }
}

const pathOf = ({ kind, id }: { kind: string; id: string }) =>
  isTraced(kind) ? tracePath(kind, id) : recordPath(kind, id);
