import type { HomePeriod } from '@voltloop/contract';
import { screens } from '@voltloop/resources/screens.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageOf } from '../../../context/language-of.ts';
import { useMayOpen } from '../../../context/may-open.ts';
import { AllowedLink } from '../../../ui/allowed-link.tsx';
import { Card, localeOf, SkeletonRows, useFormat } from '../../../ui/index.ts';
import { Changes } from './changes.tsx';
import { figureLinks } from './figure-links.ts';
import styles from './figures.module.css';
import type { Business } from './queries.ts';

/** Orders by value: ordered, delivered, invoiced, overdue. */
export function OrdersCard({ business, period }: { business: Business | undefined; period: HomePeriod }) {
  const { t } = useTranslation('backofficeHome');
  const { language } = useFormat();
  const mayOpen = useMayOpen();
  const orders = business?.orders;
  if (business && !orders) return null;
  const compact = new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency: 'CNY',
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  const figures =
    business && orders
      ? [
          { name: 'ordered', of: orders.ordered, to: figureLinks.ordered(business) },
          { name: 'delivered', of: orders.delivered, to: figureLinks.delivered(business) },
          ...(orders.invoiced
            ? [{ name: 'invoiced', of: orders.invoiced, to: figureLinks.invoiced(business) }]
            : []),
        ]
      : [];
  const late = (orders?.overdue.count ?? 0) > 0;
  return (
    <Card
      title={t(`orders.${period}`)}
      tools={
        mayOpen(screens.uninvoiced.path) && (
          <Link to={screens.uninvoiced.path} className={styles.all}>
            {screens.uninvoiced.name[languageOf(language)]}
          </Link>
        )
      }
    >
      {!orders ? (
        <SkeletonRows rows={2} />
      ) : (
        <>
          <dl className={styles.figures}>
            {figures.map(({ name, of, to }) => (
              <div key={name}>
                <dt>
                  <AllowedLink to={to}>{t(`orders.of.${name}`)}</AllowedLink>
                </dt>
                <dd className={styles.value}>{compact.format(Number(of.amount))}</dd>
                <dd>
                  <Changes now={of.amount} before={of.before} yearBefore={of.yearBefore} period={period} />
                </dd>
              </div>
            ))}
            <div data-tone={late ? 'danger' : undefined}>
              <dt>
                {business && (
                  <AllowedLink to={figureLinks.overdue(business)}>{t('orders.of.overdue')}</AllowedLink>
                )}
              </dt>
              <dd className={styles.value}>{compact.format(Number(orders.overdue.amount))}</dd>
              <dd className={styles.change}>{t('orders.late', { count: orders.overdue.count })}</dd>
            </div>
          </dl>
          <p className={styles.axis}>{t('orders.includes')}</p>
        </>
      )}
    </Card>
  );
}
