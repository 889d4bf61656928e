import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/index.ts';
import { localized } from './fields.ts';
import { type Loaded, listPath } from './loaded.ts';

/** Shown if the row does not exist or was deleted. */
export function RowGone({ loaded: { resource } }: { loaded: Loaded }) {
  const { t, i18n } = useTranslation('backoffice');
  return (
    <EmptyState
      title={t('gone.title')}
      text={t('gone.text')}
      action={
        <Link to={listPath(resource.name)}>
          {t('gone.back', { what: localized(resource.many, i18n.language) })}
        </Link>
      }
    />
  );
}
