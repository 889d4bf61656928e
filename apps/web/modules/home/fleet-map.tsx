import { useFormat } from '@voltloop/ui';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { MapFrame } from '../../parts/map/map-frame.tsx';
import { fit, MAX_SCALE, type Point, project, toScreen } from '../../parts/map/map-view.ts';
import { useMapView } from '../../parts/map/use-map-view.ts';
import { stateOf, ThingState, thingPath } from '../things/index.ts';
import { type Cluster, clusters, statesOf } from './cluster.ts';
import styles from './fleet-map.module.css';
import { ClusterSign, MarkerSign } from './marker.tsx';

export interface Position {
  devid: string;
  devname: string;
  longitude: number;
  latitude: number;
  status: number;
}

interface Placed extends Position {
  at: Point;
}

/** Up to this width of the map its marks have their own size. */
const READ_AT_PX = 1000;
/** Most devices listed for one place. */
const LISTED = 50;

/** The fleet on a map of land alone; near devices gather in one disc. */
export function FleetMap({ positions }: { positions: readonly Position[] }) {
  const { t } = useTranslation('home');
  const { number } = useFormat();
  const [open, setOpen] = useState<Cluster<Placed> | null>(null);
  const placed = useMemo<Placed[]>(
    () => positions.map((each) => ({ ...each, at: project(each.longitude, each.latitude) })),
    [positions],
  );
  const whole = useCallback(
    (width: number, height: number) =>
      fit(
        placed.map((each) => each.at),
        width,
        height,
      ),
    [placed],
  );
  const map = useMapView(whole);
  const { view, width, height } = map;
  // On a wall the map is large and read from afar: its marks grow with it.
  const enlarged = Math.max(1, Math.min(width, height * 1.6) / READ_AT_PX);
  const groups = useMemo(() => clusters(placed, view.scale / enlarged), [placed, view.scale, enlarged]);

  const choose = (group: Cluster<Placed>) => {
    const points = group.members.map((member) => member.at);
    const next = fit(points, width, height);
    // What further zooming would not part is listed.
    if (group.members.length > 1 && next.scale > view.scale * 1.3 && view.scale < MAX_SCALE / 4) {
      setOpen(null);
      map.show(next);
    } else setOpen(group);
  };
  const popupAt = open && toScreen(open.at, view, width, height);

  return (
    <MapFrame
      map={map}
      className={styles.map}
      label={t('map.label', { count: positions.length, total: number(positions.length) })}
      onKey={(key) => {
        if (key !== 'Escape') return false;
        setOpen(null);
        return true;
      }}
      onGrab={() => setOpen(null)}
    >
      <div className={styles.markers} style={{ fontSize: 16 * enlarged }}>
        {groups.map((group) => {
          const { x, y } = toScreen(group.at, view, width, height);
          if (x < -30 || y < -30 || x > width + 30 || y > height + 30) return null;
          const state = stateOf(group.status);
          const only = group.members.length === 1 ? group.members[0] : undefined;
          return (
            <button
              key={only?.devid ?? `${group.members[0]?.devid} ${group.members.length}`}
              type="button"
              className={styles.marker}
              data-tone={state.tone}
              tabIndex={-1}
              style={{ transform: `translate(${x}px, ${y}px) translate(-50%, -50%)` }}
              aria-label={
                only
                  ? only.devname || only.devid
                  : t('map.cluster', { count: group.members.length, total: number(group.members.length) })
              }
              title={
                only
                  ? only.devname || only.devid
                  : t('map.cluster', { count: group.members.length, total: number(group.members.length) })
              }
              onClick={() => choose(group)}
            >
              {only ? (
                <MarkerSign name={state.name} />
              ) : (
                <ClusterSign
                  count={group.members.length}
                  text={number(group.members.length)}
                  states={statesOf(group.members)}
                />
              )}
            </button>
          );
        })}
      </div>
      {open && popupAt && (
        <div
          className={styles.popup}
          style={{
            left: Math.max(8, Math.min(popupAt.x + 14, width - 248)),
            top: Math.max(8, Math.min(popupAt.y + 14, height - 60 - Math.min(open.members.length, 4) * 38)),
          }}
          onPointerDown={(event) => event.stopPropagation()}
        >
          <ul>
            {open.members.slice(0, LISTED).map((member) => (
              <li key={member.devid}>
                <Link to={thingPath(member.devid)} className={styles.place}>
                  <span>{member.devname || member.devid}</span>
                  <ThingState status={member.status} variant="plain" />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </MapFrame>
  );
}
