-- The program puts texts that are looked up into Unicode's NFC, which all texts have from now on.
SELECT 1;
