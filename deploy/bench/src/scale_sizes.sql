-- The largest tables with their indexes, in bytes.
SELECT c.relname, c.reltuples::BIGINT, pg_table_size(c.oid), pg_indexes_size(c.oid), (
    SELECT string_agg(format('%s %s MiB', i.indexrelid::regclass, pg_relation_size(i.indexrelid) >> 20), ', '
                      ORDER BY pg_relation_size(i.indexrelid) DESC)
    FROM pg_index i WHERE i.indrelid = c.oid)
FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.reltuples > 1000
ORDER BY pg_total_relation_size(c.oid) DESC;
