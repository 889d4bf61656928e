import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import styles from './row-menu.module.css';

interface RowMenuProps {
  /** The button's accessible name, including the row's. */
  label: string;
  /** Whether Tab reaches the button: only in the row with the focus. */
  active: boolean;
  /** px; fits its texts by default. */
  width?: number;
  /** Its items, rendered when it opens: only actions that the server allows this account. */
  children: () => ReactNode;
}

/**
 * The menu at the end of a row, behind three dots. Every row has one and few are ever opened, so only the button is
 * rendered until the first click.
 */
export function RowMenu({ label, active, width, children }: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [mounted, setMounted] = useState(false);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        id={id}
        className={styles.button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-controls={opened ? `${id}-dropdown` : undefined}
        tabIndex={active ? 0 : -1}
        onClick={() => {
          // Mounted before it opens, so that it records the focused element and restores it. Not in an effect: React runs
          // effects again when a page suspended for a dialog's code is shown again, and the menu would reopen over it.
          if (!mounted) flushSync(() => setMounted(true));
          setOpened(!opened);
        }}
      >
        <IconDots size={18} stroke={1.8} aria-hidden="true" />
      </button>
      {mounted && (
        <Menu
          id={id}
          opened={opened}
          onChange={setOpened}
          position="bottom-end"
          {...(width && { width })}
          shadow="md"
          withinPortal
        >
          <Menu.Target>
            <Stand for={button} />
          </Menu.Target>
          <Menu.Dropdown>
            <Items of={children} />
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

/** The menu's anchor: the existing button. */
function Stand({
  for: button,
  ref,
}: {
  for: RefObject<HTMLButtonElement | null>;
  ref?: Ref<HTMLButtonElement>;
}) {
  useImperativeHandle(ref, () => button.current!, [button]);
  return null;
}

const Items = ({ of }: { of: () => ReactNode }) => of();
