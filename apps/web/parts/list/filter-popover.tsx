import { Button, Popover } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface FilterPopoverProps {
  /** How many filters are in use. */
  count: number;
  /** px */
  width: number;
  /** The form that narrows the list, made anew each time it opens. */
  children: (close: () => void) => ReactNode;
}

/** The button of a list behind which it is narrowed. */
export function FilterPopover({ count, width, children }: FilterPopoverProps) {
  const { t } = useTranslation('list');
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={width}
      shadow="md"
      trapFocus
      returnFocus
      // Lists and pickers open beside the panel: a click there is not outside.
      closeOnClickOutside={false}
    >
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconFilter size={15} stroke={1.8} />}
          onClick={() => setOpened(!opened)}
        >
          {count > 0 ? t('filter.buttonCount', { total: count }) : t('filter.button')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>{opened && children(() => setOpened(false))}</Popover.Dropdown>
    </Popover>
  );
}
