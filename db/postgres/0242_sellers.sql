-- A company may sell to us as an enterprise or as a customer (docs/decisions/0036).
alter table collections drop constraint collections_check;
alter table collections add constraint collections_seller
  check (num_nonnulls(client_id, enterprise_id) = 1 and (customer_type = 1 or client_id is not null));
