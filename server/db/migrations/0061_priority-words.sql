-- The words that readers of messages saw already; what staff have worded themselves stays.
UPDATE "sys_dict_item" AS i SET item_text = w.new
  FROM "sys_dict" AS d, (VALUES ('H', '高', '紧急'), ('M', '中', '重要'), ('L', '低', '一般')) AS w (value, old, new)
  WHERE d.id = i.dict_id AND d.dict_code = 'priority' AND i.item_value = w.value AND i.item_text = w.old
    AND i.update_by IS NULL;
