"""Latin letters for names in hangul, Cyrillic and Chinese characters: enough for mail addresses and cards.

Hangul follows the Revised Romanization letter by letter (no assimilation), Cyrillic the passport rules of
ICAO Doc 9303, Chinese a table of the characters that the lists of names use.
"""

from __future__ import annotations


def _letters(text: str) -> list[str]:
    return text.split(" ")


_INITIAL = _letters("g kk n d tt r m b pp s ss - j jj ch k t p h")
_VOWEL = _letters("a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i")
_FINAL = _letters("- k k k n n n t l k m l l l p l m p p t t ng t t k t p t")
_SURNAMES = {
    "이": "Lee", "박": "Park", "최": "Choi", "정": "Jung", "강": "Kang", "임": "Lim", "오": "Oh",
    "신": "Shin", "안": "Ahn", "우": "Woo", "유": "Yoo", "노": "Noh", "구": "Koo", "문": "Moon",
    "조": "Cho", "김": "Kim", "권": "Kwon",
}  # fmt: skip

_CYRILLIC = dict(
    zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
        _letters("a b v g d e e zh z i i k l m n o p r s t u f kh ts ch sh shch ie y - e iu ia"),
        strict=True,
    )
)

_PINYIN = {
    c: sound
    for sound, chars in {
        "wang": "王汪", "li": "李黎利丽莉", "zhang": "张章", "liu": "刘柳", "chen": "陈晨",
        "yang": "杨洋阳", "huang": "黄", "wu": "吴武伍", "zhao": "赵", "zhou": "周", "xu": "徐许旭",
        "sun": "孙", "ma": "马", "zhu": "朱祝", "hu": "胡", "lin": "林琳", "guo": "郭国", "he": "何贺",
        "gao": "高", "luo": "罗", "zheng": "郑", "liang": "梁亮", "xie": "谢", "song": "宋",
        "tang": "唐汤", "deng": "邓", "feng": "冯峰凤", "han": "韩", "cao": "曹", "zeng": "曾",
        "peng": "彭鹏庞", "xiao": "萧小晓", "cai": "蔡", "pan": "潘", "tian": "田", "dong": "董东冬",
        "yuan": "袁", "yu": "于余宇玉瑜俞", "ye": "叶", "jiang": "蒋姜江", "du": "杜", "su": "苏",
        "wei": "魏伟韦", "cheng": "程成", "lv": "吕", "ding": "丁", "shen": "沈申", "ren": "任",
        "yao": "姚", "lu": "卢陆鲁璐", "fu": "傅", "zhong": "钟", "cui": "崔", "tan": "谭",
        "liao": "廖", "fan": "范帆樊", "jin": "金", "shi": "石史施", "dai": "戴", "jia": "贾佳",
        "xia": "夏霞", "qiu": "邱", "fang": "方芳", "hou": "侯", "zou": "邹", "xiong": "熊",
        "meng": "孟", "qin": "秦琴", "bai": "白", "yan": "阎严颜燕艳岩", "xue": "薛雪", "yin": "尹殷",
        "duan": "段", "lei": "雷磊", "long": "龙", "tao": "陶涛", "gu": "顾", "mao": "毛",
        "hao": "郝浩", "gong": "龚", "shao": "邵", "wan": "万", "qian": "钱倩", "lai": "赖",
        "qin ": "覃", "hong": "洪红", "mo": "莫", "kong": "孔", "xiang": "向想香", "chang": "常畅",
        "wen": "温文", "kang": "康", "niu": "牛", "ge": "葛", "xing": "邢", "an": "安", "qi": "齐",
        "yi": "易", "qiao": "乔", "ni": "倪", "zhuang": "庄", "nie": "聂", "yue": "岳", "zhai": "翟",
        "zhan": "詹", "ou": "欧", "geng": "耿", "guan": "关", "lan": "兰", "jiao": "焦", "qiang": "强",
        "yong": "勇", "jun": "军俊", "jie": "杰洁", "chao": "超", "ming": "明", "gang": "刚",
        "ping": "平萍", "hui": "辉慧", "hua": "华花", "fei": "飞", "xin": "鑫欣", "bo": "波博",
        "bin": "斌彬", "bing": "兵", "kai": "凯", "jian": "健建", "shuai": "帅", "ning": "宁",
        "huan": "欢", "rui": "瑞", "zhi": "志芝", "kun": "坤", "nan": "楠", "na": "娜", "min": "敏",
        "jing": "静晶", "xiu": "秀", "ying": "英颖莹", "juan": "娟", "ling": "玲", "gui": "桂",
        "dan": "丹", "mei": "梅", "zhen": "珍", "ting": "婷", "yun": "云", "shu": "淑", "chun": "春",
        "hai": "海", "rong": "荣",
    }.items()
    for c in chars
}  # fmt: skip


def hangul(text: str) -> str:
    """A Korean name in Latin letters; a one-syllable name is taken for a family name."""
    if text in _SURNAMES:
        return _SURNAMES[text]
    sounds = []
    for c in text:
        code = ord(c) - 0xAC00
        if not 0 <= code < 11172:
            continue
        initial, rest = divmod(code, 588)
        vowel, final = divmod(rest, 28)
        sounds.append((_INITIAL[initial] + _VOWEL[vowel] + _FINAL[final]).replace("-", ""))
    return "".join(sounds).capitalize()


def russian(text: str) -> str:
    """A Russian name in Latin letters (ICAO Doc 9303)."""
    return "".join(_CYRILLIC.get(c, "") for c in text.lower()).replace("-", "").capitalize()


def pinyin(text: str) -> str:
    """A Chinese name in pinyin without tones; a character outside the table gives nothing."""
    return "".join(_PINYIN.get(c, "").strip() for c in text).capitalize()
