import { type ComponentType, type CSSProperties, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './app-ring.module.css';
import { placeOf, turnTo } from './ring.ts';

export interface RingApp {
  id: string;
  name: string;
  Icon: ComponentType<{ size?: number; stroke?: number }>;
  /** False: listed, but cannot be opened. */
  available: boolean;
}

interface AppRingProps {
  /** Four (in use) or ten. */
  apps: readonly RingApp[];
  /** Called with the chosen app; the ring turns it to the front in half a second. */
  onSelect: (app: RingApp) => void;
  /** Called when the app at the front is chosen again. */
  onOpen: (app: RingApp) => void;
}

/** Apps in a ring. A click or the arrow keys turn the chosen one to the front; Enter opens the one at the front. */
export function AppRing({ apps, onSelect, onOpen }: AppRingProps) {
  const { t } = useTranslation('apps');
  const id = useId();
  const [front, setFront] = useState(0);
  const [turn, setTurn] = useState(0);
  const ring = useRef<HTMLDivElement>(null);
  const select = (index: number) => {
    const app = apps[index];
    if (!app) return;
    if (index === front) return onOpen(app);
    setFront(index);
    setTurn(turnTo(index, apps.length, turn));
    onSelect(app);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    let next: number | undefined;
    if (event.key in steps) next = (front + (steps[event.key] ?? 0) + apps.length) % apps.length;
    else if (event.key === 'Home') next = 0;
    else if (event.key === 'End') next = apps.length - 1;
    if (next === undefined) return;
    event.preventDefault();
    if (next !== front) select(next);
    ring.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the buttons of a ring are not a fieldset
    <div
      ref={ring}
      role="group"
      aria-label={t('ring')}
      aria-describedby={`${id}-help`}
      className={styles.ring}
      data-count={apps.length}
      style={{ '--turn': `${turn}deg` } as CSSProperties}
      onKeyDown={onKeyDown}
    >
      <p id={`${id}-help`} className="visually-hidden">
        {t('help')}
      </p>
      <div className={styles.track} aria-hidden="true" />
      {apps.map((app, index) => (
        <div
          key={app.id}
          className={styles.place}
          style={{ '--place': `${placeOf(index, apps.length)}deg` } as CSSProperties}
        >
          <button
            type="button"
            className={styles.app}
            aria-pressed={index === front}
            tabIndex={index === front ? 0 : -1}
            data-unavailable={!app.available || undefined}
            onClick={() => select(index)}
          >
            <span className={styles.icon}>
              <app.Icon size={apps.length > 4 ? 26 : 34} stroke={1.5} />
            </span>
            <span className={styles.name}>{app.name}</span>
          </button>
        </div>
      ))}
    </div>
  );
}
