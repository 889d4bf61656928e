import { Button, type MantineSize } from '@mantine/core';
import { names } from '@voltloop/resources/names.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMayOpen } from '../../context/may-open.ts';
import { useFormat } from '../../ui/index.ts';
import { localized, newLink } from '../resources/index.ts';
import linkStyles from '../resources/link-button.module.css';

interface NewDocumentsProps {
  storeId: string;
  kinds: readonly (keyof typeof names)[];
  /** Batteries for its lines. */
  codes?: readonly string[];
  size?: MantineSize;
}

/** Links to new documents of a store, of the kinds that the account may create. */
export function NewDocuments({ storeId, kinds, codes = [], size = 'sm' }: NewDocumentsProps) {
  const { t } = useTranslation('stock');
  const { language } = useFormat();
  const mayOpen = useMayOpen();
  return kinds
    .filter((kind) => mayOpen(newLink(kind)))
    .map((kind) => (
      <Button
        key={kind}
        size={size}
        variant="default"
        className={linkStyles.button}
        component={Link}
        to={newLink(kind, { storeId }, { codes })}
      >
        {t('new', { what: localized(names[kind].one, language) })}
      </Button>
    ));
}
