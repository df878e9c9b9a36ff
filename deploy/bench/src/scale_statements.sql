-- What the programs' statements have read in this database: calls, milliseconds, rows, pages, and the text on one line.
-- Texts that differ only in the number of their parameters become the same.
SELECT calls, total_exec_time, rows, shared_blks_hit + shared_blks_read,
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(query,
        '\s+', ' ', 'g'),
        '\$\d+(, \$\d+)+', '$…', 'g'),
        'SELECT ("\w+"\."\w+"(, )?)+', 'SELECT … ', 'g'),
        '(\w+\.\w+, ){3,}\w+\.\w+', '…', 'g')
FROM pg_stat_statements
WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND query NOT LIKE '%pg\_stat\_%' AND query !~ '^(BEGIN|COMMIT|ROLLBACK|SET|COPY|CREATE|VACUUM|ANALYZE|CHECKPOINT|SHOW)';
