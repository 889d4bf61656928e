import { Button, Drawer, Popover, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCloseOnBack } from '../dialog/close-guard.ts';
import { notifyError } from '../toast/notify-error.ts';

interface FilterPopoverProps {
  /** Number of active filters. */
  count: number;
  /** px, where it is not a sheet */
  width?: number;
  /** The filter form, mounted again each time it opens. */
  children: (close: () => void) => ReactNode;
  /** Loads the code of the form before it opens. */
  load?: () => Promise<void>;
}

/** On narrow screens the form is a bottom sheet: a panel would not fit beside its button. */
const useIsSheet = () => useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false });

/** The filter button of a list with its panel. */
export function FilterPopover({ count, width, children, load }: FilterPopoverProps) {
  const { t } = useTranslation('list');
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const toggle = async () => {
    if (opened) return close();
    try {
      await load?.();
      setOpened(true);
    } catch (error) {
      notifyError(error);
    }
  };
  const isSheet = useIsSheet();
  useCloseOnBack(opened && isSheet, close);
  const label = count > 0 ? t('filter.buttonCount', { total: count }) : t('filter.button');
  const button = (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconFilter size={15} stroke={1.8} />}
      aria-haspopup={isSheet ? 'dialog' : undefined}
      onPointerEnter={() => load?.().catch(() => {})}
      onClick={() => void toggle()}
    >
      {label}
    </Button>
  );
  if (isSheet)
    return (
      <>
        {button}
        <Drawer
          opened={opened}
          onClose={close}
          position="bottom"
          size="auto"
          title={label}
          closeButtonProps={{ 'aria-label': t('filter.close') }}
          styles={{
            inner: { alignItems: 'flex-end' },
            content: {
              height: 'auto',
              maxHeight: '85dvh',
              borderRadius: 'var(--vl-radius-lg) var(--vl-radius-lg) 0 0',
            },
            body: { paddingBlockEnd: 'calc(var(--vl-space-4) + env(safe-area-inset-bottom))' },
          }}
        >
          {opened && children(close)}
        </Drawer>
      </>
    );
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={width}
      shadow="md"
      trapFocus
      returnFocus
      // Lists and pickers open in portals: a click there is not outside.
      closeOnClickOutside={false}
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown>{opened && children(close)}</Popover.Dropdown>
    </Popover>
  );
}

/** Filters in a list's bar, on narrow screens in a sheet. */
export function BarFilters({
  count,
  children,
}: {
  count: number;
  children: (isSheet: boolean) => ReactNode;
}) {
  const isSheet = useIsSheet();
  if (!isSheet) return children(false);
  return <FilterPopover count={count}>{() => <Stack gap="sm">{children(true)}</Stack>}</FilterPopover>;
}
