import type { GeoJSONSource } from 'maplibre-gl';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/index.ts';
import { useMap } from '../../ui/map/map-context.ts';
import { MapMark } from '../../ui/map/map-mark.tsx';
import { stateOf } from '../things/index.ts';
import type { Group, Position } from './fleet-groups.ts';
import styles from './fleet-map.module.css';
import { ClusterSign, MarkerSign, signOf } from './marker.tsx';
import { MAX_CLUSTER_ZOOM, useFleetGroups } from './use-fleet-groups.ts';

/** Maximum of devices listed for one place. */
const LISTED = 50;
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

interface FleetMarksProps {
  positions: readonly Position[];
  /** Scale factor. */
  enlarged: number;
  /** Called to list the devices at one place. */
  onOpen: (at: Group['at'], devids: string[]) => void;
  onClose: () => void;
}

/** The fleet's marks: a single tab stop with arrow keys between marks, worst first. */
export function FleetMarks({ positions, enlarged, onOpen, onClose }: FleetMarksProps) {
  const { t } = useTranslation(['home', 'things']);
  const { number } = useFormat();
  const { map, toBase } = useMap();
  const byId = useMemo(() => new Map(positions.map((each) => [each.devid, each])), [positions]);
  const groups = useFleetGroups(positions, byId, enlarged);
  const [at, setAt] = useState(0);
  const stop = Math.min(at, groups.length - 1);

  const choose = async ({ cluster, devid, at: place }: Group) => {
    if (devid) return onOpen(place, [devid]);
    const source = map.getSource<GeoJSONSource>('fleet');
    if (!source || cluster === null) return;
    const zoom = await source.getClusterExpansionZoom(cluster);
    if (zoom <= MAX_CLUSTER_ZOOM) {
      onClose();
      const { longitude, latitude } = toBase(place);
      map.easeTo({ center: [longitude, latitude], zoom });
      return;
    }
    // List devices that further zooming would not separate.
    const leaves = await source.getClusterLeaves(cluster, LISTED, 0);
    onOpen(
      place,
      leaves.flatMap(({ properties }) => byId.get(String(properties?.devid))?.devid ?? []),
    );
  };
  const textOf = (group: Group) => {
    const states = group.states.map(({ status, count }) => ({
      count,
      name: t(signOf(status).word, { ns: 'things' }),
    }));
    if (group.devid) {
      const device = byId.get(group.devid);
      const state = t(`state.${stateOf(device?.status ?? 0).name}`, { ns: 'things' });
      const words = [device?.devname || group.devid, state, states[0]?.name];
      return [...new Set(words)].join(', ');
    }
    const text = t('map.cluster', { count: group.count, total: number(group.count) });
    return `${text}: ${states.map(({ name, count }) => `${name} ${number(count)}`).join(', ')}`;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') return onClose();
    const step = steps[event.key];
    if (!step || groups.length === 0) return;
    event.preventDefault();
    const next = (stop + step + groups.length) % groups.length;
    setAt(next);
    event.currentTarget.querySelectorAll<HTMLElement>('[data-mark]')[next]?.focus();
  };

  return (
    <fieldset
      className={styles.markers}
      style={{ fontSize: 16 * enlarged }}
      aria-label={t('map.marks', { count: groups.length, total: number(groups.length) })}
      onKeyDown={onKeyDown}
    >
      {groups.map((group, index) => {
        const state = signOf(group.states[0]?.status ?? 0);
        const text = textOf(group);
        return (
          <MapMark key={group.key} at={group.at}>
            <button
              type="button"
              data-mark
              className={styles.marker}
              data-tone={state.tone}
              tabIndex={index === stop ? 0 : -1}
              aria-label={text}
              title={text}
              onFocus={() => setAt(index)}
              onClick={() => void choose(group)}
            >
              {group.devid ? (
                <MarkerSign name={state.name} />
              ) : (
                <ClusterSign count={group.count} text={number(group.count)} states={group.states} />
              )}
            </button>
          </MapMark>
        );
      })}
    </fieldset>
  );
}
