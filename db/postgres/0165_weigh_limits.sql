-- What a weigh ticket may differ from the lines of its document, in percent; empty: the defaults of the product.
alter table stores
  add column weigh_coded_warn_pct numeric(5, 2) check (weigh_coded_warn_pct between 0 and 100),
  add column weigh_coded_refuse_pct numeric(5, 2) check (weigh_coded_refuse_pct between 0 and 100),
  add column weigh_mass_warn_pct numeric(5, 2) check (weigh_mass_warn_pct between 0 and 100),
  add column weigh_mass_refuse_pct numeric(5, 2) check (weigh_mass_refuse_pct between 0 and 100);
