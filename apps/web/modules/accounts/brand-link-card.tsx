import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { mayOpen } from '../../context/menu.ts';
import { useWho } from '../../context/rights.ts';
import { siteMap } from '../../context/site-map.ts';
import { Card } from '../../ui/index.ts';

const BRAND_PATH = '/brand/index';

/** A link to the account's own brand, for accounts that may have one. */
export function BrandLinkCard() {
  const { t } = useTranslation('account');
  const who = useWho();
  if (!mayOpen(siteMap(), BRAND_PATH, who)) return null;
  return (
    <Card
      title={t('brand.title')}
      description={t('brand.text')}
      tools={
        <Button component={Link} to={BRAND_PATH} variant="default" size="xs">
          {t('brand.open')}
        </Button>
      }
    />
  );
}
