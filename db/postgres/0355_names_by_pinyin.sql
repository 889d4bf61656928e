-- The order of names that people write: Chinese by pinyin, other scripts by their alphabet, numbers by value (2 before 10).
create collation names (provider = icu, locale = 'zh-u-kn-true');

create index customers_in_order on customers (tenant_id, client_name collate names, id) where deleted_at is null;
create index enterprises_in_order on enterprises (tenant_id, name collate names, id) where deleted_at is null;
create index device_categories_in_order on device_categories (tenant_id, category_name collate names, id)
  where deleted_at is null;
create index things_in_order on things (tenant_id, devname collate names, id) where deleted_at is null;
create index sites_in_order on sites (tenant_id, name collate names, id) where deleted_at is null;
