-- The words of a member's name and address as `fold` in the contract folds them, each under the number of the domain:
-- so that colleagues are found by the beginnings of words, and by an index, in a domain of ten thousand.
create function member_words(domain_id bigint, name text, email text) returns tsvector
  language sql immutable parallel safe
return (
  select coalesce(array_to_tsvector(array_agg(domain_id || '.' || word)), ''::tsvector)
  from regexp_split_to_table(
    -- A sign of Chinese or Japanese is a word.
    regexp_replace(
      translate(replace(replace(
        regexp_replace(
          normalize(lower(name || ' ' || email), NFD),
          '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u064b-\u065f\u093a-\u094f\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099-\u309a\ufe20-\ufe2f]',
          '', 'g'),
        'ß', 'ss'), 'æ', 'ae'), 'đðøłςĐ', 'ddolσd'),
      '([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff])', ' \1 ', 'g'),
    '[^a-z0-9\u0080-\U0010ffff]+') as word
  where word <> ''
);
create index mailboxes_by_words on mailboxes using gin (member_words(domain_id, name, email));
