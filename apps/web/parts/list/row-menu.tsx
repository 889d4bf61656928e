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
  /** What the button is called: it says whose menu it is. */
  label: string;
  /** Whether Tab reaches the button: in the row that holds the focus. */
  active: boolean;
  /** px; by default as wide as its words. */
  width?: number;
  /** Its items, made when it opens: only what the server lets this account do. */
  children: () => ReactNode;
}

/**
 * The menu at the end of a row, behind three dots. A list has it in every row and hardly ever opens one, so until it is
 * asked for there is only the button.
 */
export function RowMenu({ label, active, width, children }: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [wanted, setWanted] = useState(false);
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
          // Opened once it is mounted: it then knows where the focus was, and gives it back. Not by an effect: React runs
          // effects again when a page that waited for a dialog's code is shown again, and the menu would reopen over it.
          if (!wanted) flushSync(() => setWanted(true));
          setOpened(!opened);
        }}
      >
        <IconDots size={18} stroke={1.8} aria-hidden="true" />
      </button>
      {wanted && (
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

/** Where the menu hangs: the button, which was there before it. */
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
