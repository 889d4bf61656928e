import { Modal } from '@mantine/core';
import { IconCornerDownLeft, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSession } from '../../api/session.ts';
import { useCloseOnBack } from '../../ui/dialog/close-guard.ts';
import { drainEarlyText } from './early-text.ts';
import { closeOverlays, leaveOverlays } from './overlay-state.ts';
import styles from './palette.module.css';
import type { PaletteItem } from './palette-item.ts';
import { forgetRecentsAtEnd, remember } from './recents.ts';
import { isWholeCode } from './row-items.ts';
import { usePaletteItems } from './use-palette-items.ts';

/** Debounce of server queries, ms; local matches appear at once. */
const REST_MS = 25;

/** Finds pages, devices, accounts, rows of the back office and actions by typing. */
export default function Palette({ opened }: { opened: boolean }) {
  const { t } = useTranslation('palette');
  useEffect(() => forgetRecentsAtEnd(), []);
  useCloseOnBack(opened, closeOverlays);
  const [last, setLast] = useState({ opened, round: 0 });
  if (last.opened !== opened) setLast({ opened, round: last.round + (opened ? 1 : 0) });
  // Composed by hand: a palette has no header, and its accessible name is that of its field.
  return (
    <Modal.Root opened={opened} onClose={closeOverlays} size={600} yOffset="12vh" returnFocus={false}>
      <Modal.Overlay backgroundOpacity={0.45} />
      {/* While it fades out it is no longer a dialog, so that Ctrl+K opens a new, empty one. */}
      <Modal.Content aria-label={t('title')} radius="lg" inert={!opened}>
        <PaletteBody key={last.round} />
      </Modal.Content>
    </Modal.Root>
  );
}

function PaletteBody() {
  const { t } = useTranslation('palette');
  const id = useId();
  const navigate = useNavigate();
  const userId = useSession((state) => state.login?.user_id ?? '');
  const [text, setText] = useState('');
  const [debounced, setDebounced] = useState('');
  const [active, setActive] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { groups, searching } = usePaletteItems(text, debounced);
  const items = useMemo(() => groups.flatMap((group) => group.items), [groups]);
  const at = Math.min(active, items.length - 1);
  const optionId = (index: number) => `${id}-${index}`;

  const open = (item: PaletteItem | undefined) => {
    if (!item) return;
    if (item.recent) {
      leaveOverlays();
      remember(userId, item.recent);
      void navigate(item.recent.path);
    } else {
      closeOverlays();
      item.run?.();
    }
  };
  // Enter at the end of a scanned code comes before the results: it applies once they arrive.
  const [enter, setEnter] = useState('');
  const waiting = enter !== '' && enter === text;
  useEffect(() => {
    if (!waiting || searching) return;
    setEnter('');
    open(items[0]);
  });
  const moveTo = (index: number) => {
    const next = (index + items.length) % items.length;
    setActive(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and the arrows belong to the input method while it shows its candidates.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (items.length === 0 && !(event.key === 'Enter' && searching)) return;
    if (event.key === 'ArrowDown') moveTo(at + 1);
    else if (event.key === 'ArrowUp') moveTo(at - 1);
    else if (event.key === 'Home' && event.ctrlKey) moveTo(0);
    else if (event.key === 'End' && event.ctrlKey) moveTo(items.length - 1);
    else if (event.key === 'Enter' && searching && (isWholeCode(text) || items.length === 0)) setEnter(text);
    else if (event.key === 'Enter') open(items[at]);
    else return;
    event.preventDefault();
  };

  let index = -1;
  return (
    <div className={styles.palette}>
      <div className={styles.field}>
        <IconSearch size={18} stroke={1.7} aria-hidden="true" />
        <input
          data-autofocus
          className={styles.input}
          role="combobox"
          aria-label={t('title')}
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={at >= 0 ? optionId(at) : undefined}
          placeholder={t('placeholder')}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onFocus={() => {
            const early = drainEarlyText();
            if (early) setText((now) => now + early);
          }}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className={styles.esc} onClick={closeOverlays}>
          <span className="visually-hidden">{t('close')} </span>
          Esc
        </button>
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('results')}
        aria-busy={searching}
        className={styles.list}
        tabIndex={-1}
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is not a fieldset
          <div key={group.key} role="group" aria-labelledby={`${id}-${group.key}`}>
            <div id={`${id}-${group.key}`} className={styles.group} role="presentation">
              {group.label}
            </div>
            {group.items.map((item) => {
              index += 1;
              const mine = index;
              return (
                // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
                <div
                  key={item.id}
                  id={optionId(mine)}
                  role="option"
                  aria-selected={mine === at}
                  className={styles.option}
                  onPointerMove={() => setActive(mine)}
                  onClick={() => open(item)}
                >
                  <item.Icon size={18} stroke={1.6} />
                  <span className={styles.name}>{item.name}</span>
                  {item.hint && <span className={styles.hint}>{item.hint}</span>}
                  {mine === at && <IconCornerDownLeft size={14} stroke={1.8} aria-hidden="true" />}
                </div>
              );
            })}
          </div>
        ))}
        {items.length === 0 && (
          <p className={styles.none}>{searching ? t('asking') : t('none', { text: text.trim() })}</p>
        )}
      </div>
      <div className="visually-hidden" role="status">
        {text.trim() !== '' && !searching ? t('count', { count: items.length }) : ''}
      </div>
    </div>
  );
}
